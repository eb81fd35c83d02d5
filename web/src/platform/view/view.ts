export type View = { readonly isCad: boolean; readonly isDesktop: boolean; readonly hasFooter: boolean; readonly hasFooterOptions: boolean }

/** How the page is laid out, by its address. */
export const viewOf = (pathname: string): View => ({
  isCad: pathname.includes('/cad'),
  isDesktop: pathname.includes('desktop') || pathname.includes('livemap'),
  hasFooter: !['/desktop', '/livemap', '/login'].some((part) => pathname.includes(part)),
  hasFooterOptions: pathname.includes('settings'),
})
