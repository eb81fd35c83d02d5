const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/**
 * Runs `work` and shows progress: a spinner on a terminal, otherwise one line at the start and one at the end.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const step = async (title, work, out = process.stdout) => {
  const started = performance.now()
  const elapsed = () => seconds(performance.now() - started)
  let frame = 0
  const turn = () => out.write(`\r\u001B[K${FRAMES[frame++ % FRAMES.length]} ${title} ${elapsed()}`)
  const timer = out.isTTY ? setInterval(turn, 100) : undefined
  if (!out.isTTY) out.write(`… ${title}\n`)
  const end = (mark) => {
    clearInterval(timer)
    out.write(`${out.isTTY ? '\r\u001B[K' : ''}${mark} ${title} ${elapsed()}\n`)
  }
  try {
    const result = await work()
    end('✓')
    return result
  } catch (error) {
    end('✗')
    throw error
  }
}
