import { lookPictureUrl, type Look } from '@tenfour/contract'

let sheet: CSSStyleSheet | undefined
let shippedIcon: string | undefined

/** Gives the page the community's colour and the icon of its tab. A style sheet of script is no part of the page, which allows no other. */
export function showLook({ styles, logo }: Look): void {
  if (styles !== null && !sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet?.replaceSync(styles ?? '')
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!icon) return
  shippedIcon ??= icon.href
  const href = logo === null ? shippedIcon : new URL(lookPictureUrl(logo, 'thumbnail'), document.baseURI).href
  if (icon.href === href) return
  icon.type = logo === null ? 'image/svg+xml' : 'image/webp'
  icon.href = href
}
