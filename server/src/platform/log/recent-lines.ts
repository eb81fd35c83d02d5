export type RecentLines = {
  readonly add: (line: string) => void
  /** Log lines of one request, oldest first. */
  readonly of: (requestId: string) => string[]
}

/** Keeps the last log lines of this node in memory. Adding is cheap; they are only searched on request. */
export function keepRecentLines(most = 5000, longest = 8000): RecentLines {
  const lines: string[] = []
  let next = 0
  return {
    add: (line) => {
      // A truncated line would not be valid JSON.
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
