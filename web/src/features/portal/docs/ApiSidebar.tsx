import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import classes from './docs.module.css'
import { MethodBadge } from './MethodBadge.tsx'
import type { ApiGroup } from './openapi.ts'

type ApiSidebarProps = { groups: readonly ApiGroup[]; query: string; onQueryChange: (query: string) => void; current: string }

export function ApiSidebar({ groups, query, onQueryChange, current }: ApiSidebarProps) {
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0)
  return (
    <div className={classes.sidebar}>
      <TextInput
        type="search"
        aria-label="Filter calls"
        placeholder="Filter calls"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={(event) => onQueryChange(event.currentTarget.value)}
      />
      <output className="visually-hidden">{count} calls</output>
      <nav className={classes.list} aria-label="Calls">
        {groups.map(({ tag, operations }) => (
          <section key={tag}>
            <h2 className={classes.tag}>{tag}</h2>
            <ul>
              {operations.map(({ id, method, path }) => (
                <li key={id}>
                  <a className={classes.item} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
                    <MethodBadge method={method} />
                    <span className={classes.itemPath}>{path.replace(/^\/api\//, '')}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {count === 0 && <p className="muted">No call matches.</p>}
      </nav>
    </div>
  )
}
