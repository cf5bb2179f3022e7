//! Sets of values of an enum.

use std::marker::PhantomData;

use ayla_rules::StringEnum;
use serde::{Deserialize, Deserializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::Named;

/// A set of values of an enum with at most 8 values, as JSON has it: a list of names. No set, or null, is the empty
/// one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Set<T>(u8, PhantomData<T>);

impl<T> Default for Set<T> {
    fn default() -> Self {
        Self(0, PhantomData)
    }
}

impl<T: StringEnum> Set<T> {
    /// Whether the set has this value.
    pub fn has(self, value: T) -> bool {
        self.0 & 1 << value.index() != 0
    }

    /// Whether the set has no value.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl<T: StringEnum> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self(values.into_iter().fold(0, |set, value| set | 1 << value.index()), PhantomData)
    }
}

impl<'de, T: StringEnum> Deserialize<'de> for Set<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = Option::<Vec<Named<T>>>::deserialize(deserializer)?;
        Ok(values.into_iter().flatten().map(|Named(value)| value).collect())
    }
}

impl<T: StringEnum> PartialSchema for Set<T> {
    fn schema() -> RefOr<Schema> {
        ArrayBuilder::new().items(utoipa::openapi::Ref::from_schema_name(Named::<T>::name())).build().into()
    }
}

impl<T: StringEnum> ToSchema for Set<T> {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((Named::<T>::name().into_owned(), Named::<T>::schema()));
    }
}
