export type View = { readonly isCad: boolean; readonly isDesktop: boolean; readonly hasFooter: boolean; readonly hasFooterOptions: boolean }

/** What the address says about how the page is drawn. */
export const viewOf = (pathname: string): View => ({
  isCad: pathname.includes('/cad'),
  isDesktop: pathname.includes('desktop') || pathname.includes('livemap'),
  hasFooter: !['/desktop', '/livemap', '/login'].some((part) => pathname.includes(part)),
  hasFooterOptions: pathname.includes('settings'),
})
