//! The rulings of Kalah that answers cite.

rulings! {
    pub(super) ALL:
    KA_1 = "KA-1",
    KA_2 = "KA-2",
    KA_3 = "KA-3",
    KA_4 = "KA-4",
    KA_5 = "KA-5",
    KA_6 = "KA-6",
    KA_9 = "KA-9",
    KA_10 = "KA-10",
}
