/** As a CSS string: a name may hold quotes or anything else. */
const cssText = (text: string): string =>
  `"${text.replaceAll(/[^\p{L}\p{N} .,:·-]/gu, (char) => `\\${char.codePointAt(0)?.toString(16)} `)}"`

/** The footer of every printed page. Only a CSS rule of the page can count pages, and its texts can't come from elements. */
export const footerRules = ({ left, printedAt }: { left: string; printedAt: string }): string => `
@page {
  margin: 16mm 16mm 20mm;
  @bottom-left { content: ${cssText(left)}; font: 8pt sans-serif; color: #333; }
  @bottom-center { content: "Page " counter(page) " of " counter(pages); font: 8pt sans-serif; color: #333; }
  @bottom-right { content: ${cssText(printedAt)}; font: 8pt sans-serif; color: #333; }
}
`
