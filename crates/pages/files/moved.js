// The games of addresses from before the page that greets: they lead on to the page to play.

if (location.hash.includes("/")) location.replace(`play${location.search}${location.hash}`);
