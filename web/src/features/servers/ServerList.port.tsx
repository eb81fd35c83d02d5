import type { Server } from '@tenfour/contract'
import classes from './ServerList.module.css'

/** Server names, and which of them are for trying things out. */
export function ServerList({ servers }: { servers: readonly Server[] }) {
  return (
    <ul className={classes.list}>
      {servers.map(({ serverId, name, environment }) => (
        <li key={serverId} className={classes.row}>
          <span className={classes.name}>{name}</span>
          <span className="muted">{environment === 'dev' ? 'Development' : 'Production'}</span>
        </li>
      ))}
    </ul>
  )
}
