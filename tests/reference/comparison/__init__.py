"""The reference against a running service: what is asked, what the rulebook answers, and what the service answers."""
