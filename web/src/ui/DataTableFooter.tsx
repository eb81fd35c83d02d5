import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight, IconChevronRightPipe } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './DataTable.module.css'
import { changeTable, PAGE_SIZES, pageCount, rangeText, type TableState } from './table-state.ts'

type DataTableFooterProps = {
  label: string
  state: TableState
  /** The page shown, which may be earlier than the one requested. */
  page: number
  total: number
  isTotalExact: boolean
  /** The number of rows on this page. */
  shown: number
  onStateChange: (state: TableState) => void
}

export function DataTableFooter({ label, state, page, total, isTotalExact, shown, onStateChange }: DataTableFooterProps) {
  const last = pageCount(total, state.size)
  const isLast = isTotalExact ? page === last : shown < state.size
  const turn = (to: number) => onStateChange(changeTable(state, { page: to }))
  return (
    <div className={classes.footer}>
      <output className={classes.range}>{rangeText(page, state.size, total, { shown, isExact: isTotalExact })}</output>
      {total > PAGE_SIZES[0] && (
        <div className={classes.sizes}>
          <NativeSelect
            size="xs"
            aria-label="Rows per page"
            value={String(state.size)}
            data={PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} rows` }))}
            onChange={(event) => {
              const size = PAGE_SIZES.find((each) => String(each) === event.currentTarget.value)
              if (size) onStateChange(changeTable(state, { size }))
            }}
          />
        </div>
      )}
      {last > 1 && (
        <nav className={classes.pages} aria-label={`Pages of ${label}`}>
          <PageButton label="First page" disabled={page === 1} onClick={() => turn(1)} icon={<IconChevronLeftPipe size={16} />} />
          <PageButton label="Previous page" disabled={page === 1} onClick={() => turn(page - 1)} icon={<IconChevronLeft size={16} />} />
          <span className={classes.pageNumber}>
            Page {page}
            {isTotalExact && ` of ${last}`}
          </span>
          <PageButton label="Next page" disabled={isLast} onClick={() => turn(page + 1)} icon={<IconChevronRight size={16} />} />
          {isTotalExact && (
            <PageButton label="Last page" disabled={isLast} onClick={() => turn(last)} icon={<IconChevronRightPipe size={16} />} />
          )}
        </nav>
      )}
    </div>
  )
}

type PageButtonProps = { label: string; disabled: boolean; onClick: () => void; icon: ReactNode }

/** `aria-disabled` instead of disabled, so that focus is not lost on reaching the last page. */
function PageButton({ label, disabled, onClick, icon }: PageButtonProps) {
  return (
    <ActionIcon
      variant="default"
      size={28}
      aria-label={label}
      aria-disabled={disabled}
      data-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      {icon}
    </ActionIcon>
  )
}
