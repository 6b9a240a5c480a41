export const PRODUCT_NAME = 'Croquis'
export const PRODUCT_DESCRIPTION = 'A community for people who draw. Post sketches, look at others, talk about them.'

export const supportAddress = (host: string) => `support@${host}`
