export type RecentLines = {
  readonly add: (line: string) => void
  /** What was written about one request, oldest first. */
  readonly of: (requestId: string) => string[]
}

/** The last lines of this node's log, in memory. Adding one costs next to nothing; they are only read when someone asks. */
export function keepRecentLines(most = 5000, longest = 8000): RecentLines {
  const lines: string[] = []
  let next = 0
  return {
    add: (line) => {
      // Cut short, it would be no JSON.
      if (line.length > longest) return
      lines[next] = line
      next = (next + 1) % most
    },
    of: (requestId) => {
      const mark = `"reqId":${JSON.stringify(requestId)}`
      return [...lines.slice(next), ...lines.slice(0, next)].filter((line) => line.includes(mark))
    },
  }
}
