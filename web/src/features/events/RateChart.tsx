import type { ApiLogRate } from '@tenfour/contract'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import classes from './events.module.css'

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hour12: false })

/** Drawn for the eye alone: the words beside it say the same. */
export function RateChart({ rate }: { rate: ApiLogRate }) {
  const points = rate.points.map(({ at, calls, errors }) => ({ at: clock.format(new Date(at)), fine: calls - errors, errors }))
  return (
    <div className={classes.chart} aria-hidden>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={points} margin={{ top: 4, right: 0, bottom: 0, left: 0 }} barCategoryGap={1} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="at" tick={TICK} tickLine={false} axisLine={LINE} interval="equidistantPreserveStart" minTickGap={40} />
          <YAxis allowDecimals={false} width={40} tick={TICK} tickLine={false} axisLine={false} />
          <Tooltip cursor={{ fill: 'var(--raised)' }} content={RateTip} isAnimationActive={false} />
          <Bar dataKey="fine" stackId="calls" fill="var(--accent)" isAnimationActive={false} />
          <Bar dataKey="errors" stackId="calls" fill="var(--danger)" isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
const TICK = { fill: 'var(--text-muted)', fontSize: 12 }
const LINE = { stroke: 'var(--line-strong)' }

type Tip = { active?: boolean; label?: unknown; payload?: readonly { dataKey?: unknown; value?: unknown }[] }
function RateTip({ active, label, payload = [] }: Tip) {
  if (!active) return null
  const valueOf = (key: string) => Number(payload.find(({ dataKey }) => dataKey === key)?.value ?? 0)
  return (
    <div className={classes.tip}>
      <strong>{String(label)}</strong>
      <span>{valueOf('fine') + valueOf('errors')} calls</span>
      <span>{valueOf('errors')} errors</span>
    </div>
  )
}
