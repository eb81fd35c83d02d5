import type { HistoryRange, PlayerHistory } from '@tenfour/contract'
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { momentOf, tickOf } from './player-history.ts'
import classes from './ServerDetail.module.css'

/** Loaded by itself: only this page plots anything. What it shows is said in words and as a table beside it. */
export function PlayerChart({ history, range }: { history: PlayerHistory; range: HistoryRange }) {
  const moment = momentOf(range)
  const most = Math.max(...history.points.map(({ maxPlayers, players }) => Math.max(players ?? 0, maxPlayers ?? 0)), 4)
  return (
    <div className={classes.chart} aria-hidden>
      <ResponsiveContainer width="100%" height="100%">
        <AreaChart data={history.points} margin={{ top: 6, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            dataKey="at"
            tickFormatter={tickOf(range)}
            minTickGap={range === 'day' ? 48 : 64}
            tick={{ fill: 'var(--text-muted)', fontSize: 12 }}
            stroke="var(--line-strong)"
            tickLine={false}
          />
          <YAxis
            width={36}
            domain={[0, most]}
            allowDecimals={false}
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
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  )
}
