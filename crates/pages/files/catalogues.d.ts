/** What the board says in each language, in Fluent, by its tag. The service writes the module for the board in a chat. */
export const CATALOGUES: Record<string, string>;
