export const PRODUCT_NAME = 'Croquis'

export const supportAddress = (host: string) => `support@${host}`
