//! The words of the domain as JSON strings, each an enum in the schemas.

use std::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

use crate::service::{answer, request};
use ayla_engine as engine;
use ayla_rules as game;
use ayla_rules::notation::quoted;

/// A schema of strings, one of these.
pub(super) fn schema_of(names: impl IntoIterator<Item = &'static str>, description: &str) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description))
        .enum_values(Some(names))
        .build()
        .into()
}

macro_rules! json_words {
    ($($name:ident = $domain:ty, $description:literal;)+) => {$(
        #[doc = $description]
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        pub struct $name(pub $domain);

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.0.name())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = Cow::<'de, str>::deserialize(deserializer)?;
                let found = <$domain>::from_name(&name).map(Self);
                found.ok_or_else(|| {
                    D::Error::custom(format!("{} is none of {}", quoted(&name), <$domain>::NAMES.join(", ")))
                })
            }
        }

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                schema_of(<$domain>::NAMES.iter().copied(), $description)
            }
        }

        impl ToSchema for $name {}

        impl From<$domain> for $name {
            fn from(value: $domain) -> Self {
                Self(value)
            }
        }
    )+};
}

json_words! {
    Part = request::Part, "A part of an answer that a caller can do without.";
    VariantName = game::Variant, "A game.";
    Side = game::Side, "A player: South owns the near row, North the far row.";
    Phase = game::Phase, "The phase of a game of Andada: the opening (AN-1), the choice who goes next (AN-2), regular play (AN-3), and bearing off (AN-5).";
    EndReason = game::EndReason, "Why a game has ended (N-5).";
    Winner = game::Winner, "Who won.";
    IllegalReason = game::IllegalReason, "Why a move is not legal (C-9).";
    Destination = game::Destination, "Where seeds go: to a store, or off the board.";
    Certainty = engine::Certainty, "Whether a value is the game-theoretic one (C-10) or an estimate.";
    StoppedBy = answer::StoppedBy, "What ended the search: its proof, a limit, or the caller's deadline; nothing while suggest-move-stream goes on.";
}

/// A whole number from 0. JSON has one kind of number, so `4.0` is a whole number too.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Whole(pub u64);

impl Whole {
    /// The number, or the largest that fits.
    #[must_use]
    pub fn to_u32(self) -> u32 {
        u32::try_from(self.0).unwrap_or(u32::MAX)
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = serde_json::Number::deserialize(deserializer)?;
        whole(&number).map(Self).ok_or_else(|| D::Error::custom(format!("{number} is no whole number of 0 or more")))
    }
}

/// The number as a whole one from 0, if it is one.
pub(super) fn whole(number: &serde_json::Number) -> Option<u64> {
    number.as_u64().or_else(|| {
        let float = number.as_f64().filter(|float| float.fract() == 0.0 && *float >= 0.0)?;
        Some(float as u64)
    })
}

/// Any whole number of 64 bits, which is taken as it is: there is none that is as good.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Seed(pub u64);

impl Seed {
    /// What a seed has to be.
    pub(super) const IS: &'static str = "a whole number from 0 to 18446744073709551615";
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// The first float beyond them.
        const BEYOND: f64 = 18_446_744_073_709_551_616.0;
        let number = serde_json::Number::deserialize(deserializer)?;
        let fits = number.as_u64().is_some() || number.as_f64().is_some_and(|float| float < BEYOND);
        let seed = whole(&number).filter(|_| fits).map(Self);
        seed.ok_or_else(|| D::Error::custom(format!("{number} is no seed, which is {}", Self::IS)))
    }
}

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

impl From<u32> for Whole {
    fn from(number: u32) -> Self {
        Self(number.into())
    }
}

impl PartialSchema for Whole {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(0))
            .build()
            .into()
    }
}

impl ToSchema for Whole {}
