import pg from 'pg'

/** Prefix of statements that each connection prepares once. The text must be constant; everything variable is a parameter. */
export const PREPARED = '/*prepared*/'
/** Marker for several statements passed as the single parameter: they are sent together and answered in order. */
export const TOGETHER = '/*together*/'
export type Statement = { readonly text: string; readonly values: readonly unknown[] }

const names = new Map<string, string>()
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `prepared-${names.size}`
  names.set(text, name)
  return name
}

/** Adds what the query builder can't express: named statements and pipelining. */
export class PortalClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    const piped = { ...config, pipeline: true }
    super(piped)
  }

  override query: pg.Client['query'] = (...args: unknown[]) => {
    const [text, values] = args
    if (typeof text === 'string' && Array.isArray(values)) {
      if (text.startsWith(PREPARED)) return this.#send({ text, values }) as never
      if (text === TOGETHER) return this.#sendTogether(values[0] as readonly Statement[]) as never
    }
    return super.query(...(args as [string])) as never
  }

  #send({ text, values }: Statement): Promise<pg.QueryResult> {
    return super.query(text.startsWith(PREPARED) ? { name: nameOf(text), text, values: [...values] } : text)
  }

  async #sendTogether(statements: readonly Statement[]) {
    const { stream } = this.connection
    // One write for all of them: waking the database takes the most time.
    stream.cork()
    const sent = statements.map((each) => this.#send(each))
    stream.uncork()
    const results = await Promise.all(sent)
    return { command: 'SELECT', rowCount: null, rows: results.map(({ rows }) => rows as unknown[]) }
  }
}
