import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test'

export type Problems = {
  /** Allows problems that match, such as the failing request of a test about failures. */
  readonly allow: (...patterns: RegExp[]) => void
  /** Problems that were not allowed. */
  readonly unexpected: () => string[]
}

/** Records uncaught errors, console errors and content policy violations in all pages of the context. */
export async function watchProblems(context: BrowserContext): Promise<Problems> {
  const seen: string[] = []
  // A sign of life may be answered after its unit has gone off duty.
  const allowed: RegExp[] = [/status of (403|409) .*\/heard\)$/]
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') seen.push(`console: ${message.text()} (${message.location().url})`)
  }
  const watch = (page: Page) => {
    page.on('pageerror', (error) => seen.push(`uncaught: ${error.message}`))
    page.on('console', onConsole)
    page.on('crash', () => seen.push('the page crashed'))
  }
  // The browser writes most violations to the console, but not a refused attempt to compile code that the page catches.
  await context.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      if (blockedURI === 'eval') console.error(`refused by the content security policy: ${violatedDirective} eval in ${sourceFile}`)
    }),
  )
  context.pages().forEach(watch)
  context.on('page', watch)
  return {
    allow: (...patterns) => void allowed.push(...patterns),
    unexpected: () => seen.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
  }
}
