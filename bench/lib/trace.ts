import type { Browser } from '@playwright/test'
import { z } from 'zod'

const Event = z.looseObject({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** CPU time of the thread in microseconds, which excludes other load on the machine. */
  tdur: z.number().optional(),
  args: z.looseObject({ name: z.string().optional() }).optional(),
})

/** CPU time in milliseconds of every main-thread task while `during` ran. */
export async function tasksDuring(browser: Browser, during: () => Promise<void>): Promise<number[]> {
  const session = await browser.newBrowserCDPSession()
  const events: z.infer<typeof Event>[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...z.array(Event).parse(value)))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'], recordMode: 'recordAsMuchAsPossible' },
  })
  await during()
  const done = new Promise((resolve) => {
    session.once('Tracing.tracingComplete', resolve)
  })
  await session.send('Tracing.end')
  await done
  await session.detach()
  const isMain = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid}:${tid}`),
  )
  return events
    .filter(({ name, pid, tid }) => name === 'RunTask' && isMain.has(`${pid}:${tid}`))
    .flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000]))
}
