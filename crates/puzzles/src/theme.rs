//! What puzzles are about.

use ayla_rules::StringEnum;

ayla_rules::string_enum! {
    /// What a puzzle is about: a fact of its solution, which is the moves of the player who solves it.
    pub enum PuzzleTheme {
        /// The first move captures.
        Capture = "capture",
        /// A move captures from two houses of the opponent or more.
        Chain = "chain",
        /// The first move takes no seeds and does not move again.
        Quiet = "quiet",
        /// A move captures nothing, and the next one captures.
        Prepares = "prepares",
        /// The first move leaves the opponent less to capture than there would be if it were the opponent's turn.
        Denies = "denies",
        /// The opponent captures while a move is made that captures nothing, or right after it.
        Sacrifice = "sacrifice",
        /// A move is followed by another one.
        ExtraMove = "extra-move",
        /// A move feeds an opponent whose row is empty.
        Feeds = "feeds",
        /// A move leaves the opponent no seed in the row.
        Starves = "starves",
        /// A move makes a tuzdik, or the first one keeps the opponent from making one.
        Tuzdik = "tuzdik",
        /// A move goes round the whole board.
        Round = "round",
        /// A move takes five laps or more.
        Relay = "relay",
        /// Seeds are borne off.
        BearsOff = "bears-off",
        /// The solution ends the game.
        Endgame = "endgame",
        /// Another first move brings more at first sight.
        Trap = "trap",
        /// Two moves in succession are followed by another one.
        Run = "run",
        /// There is a first move that would capture all the seeds of the opponent, and therefore captures none.
        GrandSlam = "grand-slam",
    }
}

impl PuzzleTheme {
    /// The themes of solutions that capture or win something.
    pub const WINS: [Self; 7] =
        [Self::Capture, Self::Chain, Self::Prepares, Self::ExtraMove, Self::Tuzdik, Self::BearsOff, Self::Endgame];

    /// The letters of the themes in the files, in the order of [`ALL`](Self::ALL).
    const LETTERS: &'static str = "chqpdsafvtrybekug";

    /// The letter in the files.
    pub fn letter(self) -> char {
        Self::LETTERS.as_bytes()[self.index()].into()
    }

    /// The theme with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::LETTERS.find(letter).map(|at| Self::ALL[at])
    }
}
