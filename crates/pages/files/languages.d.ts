/**
 * The languages of the page by their tags, English first: their own names, and what is said without their words. The service
 * writes the module from its catalogues.
 */
export const LANGUAGES: Record<string, { name: string; failed: string; again: string }>;
