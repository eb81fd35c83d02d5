import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** Build information about a page (`web/build/pages.ts`). */
const Page = z.object({
  path: z.string(),
  files: z.array(z.string()),
  calls: z.object({ signedOut: z.array(z.string()), signedIn: z.array(z.string()), socket: z.string().optional() }),
})
export type Page = z.infer<typeof Page>

/** Finds the page for a path. Undefined if unknown, which only makes it load more slowly. */
export function readPages(file: string): (path: string) => Page | undefined {
  const pages = existsSync(file) ? z.array(Page).parse(JSON.parse(readFileSync(file, 'utf8'))) : []
  const known = new Map(pages.map((page) => [page.path, page]))
  const patterns = pages.filter(({ path }) => path.includes('$')).map((page) => ({ page, parts: page.path.split('/') }))
  return (path) => {
    const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    const exact = known.get(plain)
    if (exact) return exact
    const parts = plain.split('/')
    const matches = (pattern: readonly string[]) =>
      pattern.length === parts.length && pattern.every((part, index) => part.startsWith('$') || part === parts[index])
    return patterns.find((each) => matches(each.parts))?.page
  }
}

/**
 * Head elements for a page: its files, fetched in parallel with the document's own, and the API calls it makes first. Preloaded only, not
 * run: a missing file is handled by whatever imports it.
 */
export function headOf(page: Page | undefined): string {
  if (!page) return ''
  const links = page.files.map(
    (file) => `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" crossorigin href="/${file}">`,
  )
  return `${links.join('')}<script type="application/json" id="first-calls">${JSON.stringify(page.calls)}</script>`
}
