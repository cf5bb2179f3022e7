//! The rulings of Togyzqumalaq that answers cite.

rulings! {
    pub(super) ALL:
    TQ_1 = "TQ-1",
    TQ_2 = "TQ-2",
    TQ_3 = "TQ-3",
    TQ_4 = "TQ-4",
    TQ_5 = "TQ-5",
    TQ_6 = "TQ-6",
    TQ_7 = "TQ-7",
    TQ_8 = "TQ-8",
    TQ_9 = "TQ-9",
    TQ_10 = "TQ-10",
}
