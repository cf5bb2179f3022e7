//! The names of the games. What a game is, its own folder says.

string_enum! {
    /// A game. All that is known about it is in the module of its name; [`Variant::about`] leads there.
    pub enum Variant {
        /// Awalé, Abapa rules of Côte d'Ivoire.
        Awale = "awale",
        /// Andada of the Kunama, western Eritrea.
        Andada = "andada",
        /// Anywoli of the Anuak, western Ethiopia and South Sudan.
        Anywoli = "anywoli",
    }
}

/// Runs one expression on what an enum with a value for each variant holds, whichever variant it is. With `=> $to`, the
/// result is wrapped in the value of that other enum for the same variant.
///
/// This stands in for a trait object: each variant gets code of its own.
///
/// ```
/// use ayla_rules::{Game, Line, Position, by_variant};
///
/// let line = Line::from(Position::read("awale 444444/444444 0/0 s")?);
/// assert_eq!(by_variant!(Line, &line, line => line.game.candidates(&line.state).len()), 6);
/// # Ok::<(), ayla_rules::Faults>(())
/// ```
#[macro_export]
macro_rules! by_variant {
    ($name:ident, $value:expr, $held:ident => $body:expr) => {
        match $value {
            $name::Awale($held) => $body,
            $name::Andada($held) => $body,
            $name::Anywoli($held) => $body,
        }
    };
    ($name:ident => $to:ident, $value:expr, $held:ident => $body:expr) => {
        match $value {
            $name::Awale($held) => $to::Awale($body),
            $name::Andada($held) => $to::Andada($body),
            $name::Anywoli($held) => $to::Anywoli($body),
        }
    };
}
