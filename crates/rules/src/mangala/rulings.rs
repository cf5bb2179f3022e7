//! The rulings of Mangala that answers cite.

rulings! {
    pub(super) ALL:
    MN_1 = "MN-1",
    MN_2 = "MN-2",
    MN_3 = "MN-3",
    MN_4 = "MN-4",
    MN_5 = "MN-5",
    MN_6 = "MN-6",
    MN_7 = "MN-7",
    MN_8 = "MN-8",
}
