//! The rulings of Anywoli that answers and lessons cite.

rulings! {
    pub(super) ALL:
    AY_1 = "AY-1",
    AY_2 = "AY-2",
    AY_3 = "AY-3",
    AY_4 = "AY-4",
    AY_5 = "AY-5",
    AY_6 = "AY-6",
    AY_7 = "AY-7",
    AY_8 = "AY-8",
    AY_9 = "AY-9",
    AY_10 = "AY-10",
    AY_12 = "AY-12",
}
