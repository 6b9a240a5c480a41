import type { FontSubset } from '../build/first-fonts.ts'

/** Property of the style sheet with the fonts of the first paint. */
export const FIRST_FONTS = '--first-fonts'

/**
 * Writes fonts as JSON in a CSS string. Chromium and Firefox return the string as it is in the style sheet; WebKit
 * returns it in double quotes, with escaped ones inside. Thus it is written so, which JSON reads too.
 */
export const writeFirstFonts = (fonts: readonly FontSubset[]): string => JSON.stringify(JSON.stringify(fonts))

/** Reads the property's value, which is empty while the style sheet is not loaded. */
export const readFirstFonts = (value: string): FontSubset[] => (value ? JSON.parse(JSON.parse(value)) : [])
