import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test'

export type Problems = {
  /** Expects problems that match, such as the failed request of a test about failing. */
  readonly allow: (...patterns: RegExp[]) => void
  /** What was neither expected nor allowed. */
  readonly unexpected: () => string[]
}

/** Notes what goes wrong in any page of the context unseen: uncaught errors, errors in the console, breaches of the content policy. */
export function watchProblems(context: BrowserContext): Problems {
  const seen: string[] = []
  const allowed: RegExp[] = []
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') seen.push(`console: ${message.text()} (${message.location().url})`)
  }
  const watch = (page: Page) => {
    page.on('pageerror', (error) => seen.push(`uncaught: ${error.message}`))
    page.on('console', onConsole)
    page.on('crash', () => seen.push('the page crashed'))
  }
  context.pages().forEach(watch)
  context.on('page', watch)
  return {
    allow: (...patterns) => void allowed.push(...patterns),
    unexpected: () => seen.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
  }
}
