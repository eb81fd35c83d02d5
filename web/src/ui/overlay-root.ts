/** Where menus and lists are rendered: within the page's main landmark, so that screen readers find them there. */
export const overlayRoot = (): HTMLElement => document.querySelector('main') ?? document.body
