//! The rulings of Awalé that answers cite.

rulings! {
    pub(super) ALL:
    AW_1 = "AW-1",
    AW_2 = "AW-2",
    AW_3 = "AW-3",
    AW_4 = "AW-4",
    AW_5 = "AW-5",
    AW_6 = "AW-6",
    AW_7 = "AW-7",
    AW_8 = "AW-8",
    AW_9 = "AW-9",
    AW_10 = "AW-10",
    AW_13 = "AW-13",
    AW_14 = "AW-14",
    AW_15 = "AW-15",
    AW_16 = "AW-16",
    AW_17 = "AW-17",
    AW_18 = "AW-18",
}
