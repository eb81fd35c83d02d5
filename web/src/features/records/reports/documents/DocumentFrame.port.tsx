import { Button } from '@mantine/core'
import { IconFileOff, IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { Empty, PageError, PageLoading } from '../../../../ui/PageStates.tsx'
import classes from './DocumentFrame.module.css'

type DocumentFrameProps = {
  /** The kind of document: 'report'. */
  what: string
  /** The name that a browser proposes for a PDF; undefined until it is loaded. */
  name: string | undefined
  error: unknown
  onRetry: () => unknown
  /** Leads back to where it was opened. */
  back: ReactNode
  renderDocument: (printedAt: Date) => ReactNode
}

/** A document on a page without the shell, with what is needed to print it. */
export function DocumentFrame({ what, name, error, onRetry, back, renderDocument }: DocumentFrameProps) {
  const printedAt = usePrintTime()
  const print = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (name === undefined) return
    document.title = name
    print.current?.focus()
  }, [name])
  return (
    <main id="main" className={classes.page} tabIndex={-1}>
      <div className={classes.tools}>
        {back}
        {name !== undefined && (
          <Button ref={print} leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            Print or save as PDF
          </Button>
        )}
      </div>
      {name !== undefined ? (
        renderDocument(printedAt)
      ) : error instanceof ApiError && error.status === 404 ? (
        <Empty
          icon={<IconFileOff size={28} stroke={1.6} />}
          title={`There is no such ${what}`}
          text="Check the address. You may also have no access to it."
        />
      ) : error ? (
        <PageError error={error} onRetry={onRetry} />
      ) : (
        <PageLoading label={`Loading the ${what}`} />
      )}
    </main>
  )
}

/** When it is printed, not when the page was opened. */
function usePrintTime(): Date {
  const [time, setTime] = useState(() => new Date())
  useEffect(() => {
    const update = () => setTime(new Date())
    window.addEventListener('beforeprint', update)
    return () => window.removeEventListener('beforeprint', update)
  }, [])
  return time
}

/** As large as fits from corner to corner of a page, whether A4 or Letter. */
const markStyle = (mark: string) => ({ fontSize: `${Math.min(140, Math.floor(1000 / mark.length))}pt` })

/** A word across every page. The document around it is positioned and isolated. */
export const DocumentMark = ({ mark }: { mark: string }) => (
  <div className={classes.mark} aria-hidden>
    <span style={markStyle(mark)}>{mark}</span>
  </div>
)

/** As a CSS string: a name may hold quotes or anything else. */
const cssText = (text: string): string =>
  `"${text.replaceAll(/[^\p{L}\p{N} .,:·-]/gu, (char) => `\\${char.codePointAt(0)?.toString(16)} `)}"`

/** The footer of every printed page. Only a CSS rule of the page can count pages, and its texts can't come from elements. */
export const footerRules = ({ left, printedAt }: { left: string; printedAt: string }): string => `
@page {
  margin: 16mm 16mm 20mm;
  @bottom-left { content: ${cssText(left)}; font: 8pt sans-serif; color: #333; }
  @bottom-center { content: "Page " counter(page) " of " counter(pages); font: 8pt sans-serif; color: #333; }
  @bottom-right { content: ${cssText(printedAt)}; font: 8pt sans-serif; color: #333; }
}
`
