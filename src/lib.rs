//! Ayla answers questions about traditional mancala games.
