/** The name of the product, in its one place. */
export const PRODUCT_NAME = 'Croquis'
