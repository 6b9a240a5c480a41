/** The name of the product, in its one place. */
export const PRODUCT_NAME = 'Croquis'

/** Where a member writes to who needs a person of the site at `host`. */
export const supportAddress = (host: string) => `support@${host}`
