import type { HistoryRange, PlayerHistory } from '@tenfour/contract'
import type { Key } from 'react'
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { chartTicks, isAlone, momentOf, roundTimes, tickOf } from './player-history.ts'
import classes from './ServerDetail.module.css'

/** Loaded separately: only this page has charts. The same data is available as text and as a table. */
export function PlayerChart({ history, range }: { history: PlayerHistory; range: HistoryRange }) {
  const moment = momentOf(range)
  const { points } = history
  const ticks = chartTicks(points)
  return (
    <div className={classes.chart} aria-hidden>
      <ResponsiveContainer width="100%" height="100%">
        <AreaChart data={points} margin={{ top: 6, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            dataKey="at"
            ticks={roundTimes(points, range)}
            tickFormatter={tickOf(range)}
            interval="preserveStart"
            minTickGap={16}
            tick={{ fill: 'var(--text-muted)', fontSize: 12 }}
            stroke="var(--line-strong)"
            tickLine={false}
          />
          <YAxis
            width={36}
            domain={[0, ticks.at(-1) ?? 4]}
            ticks={ticks}
            interval={0}
            tick={{ fill: 'var(--text-muted)', fontSize: 12 }}
            axisLine={false}
            tickLine={false}
          />
          <Tooltip
            labelFormatter={(at) => (typeof at === 'string' ? moment(at) : null)}
            formatter={(players) => [String(players), 'Players']}
            contentStyle={{ background: 'var(--panel)', border: '1px solid var(--line-strong)', borderRadius: 6, color: 'var(--text)' }}
            itemStyle={{ color: 'var(--text)' }}
            isAnimationActive={false}
          />
          <Area
            dataKey="players"
            type="monotone"
            stroke="var(--accent)"
            strokeWidth={2}
            fill="var(--accent-soft)"
            fillOpacity={0.7}
            connectNulls={false}
            dot={renderDot(points)}
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  )
}

type Dot = { key?: Key | null; index: number; cx?: number; cy?: number }

/** The library calls this for every point; most are already part of the line. */
const renderDot =
  (points: PlayerHistory['points']) =>
  ({ key, index, cx, cy }: Dot) =>
    isAlone(points, index) ? <circle key={key} cx={cx} cy={cy} r={2.5} fill="var(--accent)" /> : <g key={key} />
