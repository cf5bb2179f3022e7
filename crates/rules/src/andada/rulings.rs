//! The rulings of Andada that answers and lessons cite.

rulings! {
    pub(super) ALL:
    AN_1 = "AN-1",
    AN_2 = "AN-2",
    AN_3 = "AN-3",
    AN_4 = "AN-4",
    AN_5 = "AN-5",
    AN_6 = "AN-6",
    AN_7 = "AN-7",
    AN_8 = "AN-8",
    AN_9 = "AN-9",
    AN_10 = "AN-10",
    AN_11 = "AN-11",
}
