import { createCodeBook, radioCodeOf, SHIPPED_CODES, type CadValueOf, type CodeBook } from '@tenfour/contract'

/** The codes that the portal comes with, until the community's are loaded. */
let book: CodeBook = SHIPPED_CODES

export function keepRadioCodes(values: readonly CadValueOf<'radio-code'>[]): void {
  book = values.length > 0 ? createCodeBook(values.filter(({ isRetired }) => !isRetired).map(radioCodeOf)) : SHIPPED_CODES
}

/** The codes now. A page that draws them is drawn again with the values of the CAD. */
export const radioCodes = (): CodeBook => book
