import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** What the build knows of a page (`web/build/pages.ts`). */
const Page = z.object({
  path: z.string(),
  files: z.array(z.string()),
  calls: z.object({ signedOut: z.array(z.string()), signedIn: z.array(z.string()), socket: z.string().optional() }),
})
export type Page = z.infer<typeof Page>

/** Finds the page that an address leads to; undefined where none is known, which only makes it load more slowly. */
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
 * What stands in the head of the document for a page: its files, fetched beside the document's own, and what it asks for first. Fetched
 * ahead only, not run: a file that is missing is missed by whoever imports it, who knows what to do.
 */
export function headOf(page: Page | undefined): string {
  if (!page) return ''
  const links = page.files.map(
    (file) => `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" crossorigin href="/${file}">`,
  )
  return `${links.join('')}<script type="application/json" id="first-calls">${JSON.stringify(page.calls)}</script>`
}
