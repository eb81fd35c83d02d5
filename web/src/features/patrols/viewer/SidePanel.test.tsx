// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ThemeProvider } from '../../../ui/ThemeProvider.tsx'
import { SidePanel } from './SidePanel.tsx'

type PageProps = { shown?: string; hasOpener?: boolean }
const page = ({ shown, hasOpener = true }: PageProps) => (
  <ThemeProvider portalTheme="cad-light-theme">
    <main id="main" tabIndex={-1}>
      {hasOpener && <button type="button">D. Ito</button>}
      {shown !== undefined && (
        <SidePanel key={shown} title={shown} focusKey={shown} onClose={() => undefined}>
          <button type="button">A patrol</button>
        </SidePanel>
      )}
    </main>
  </ThemeProvider>
)
const focused = () => document.activeElement
const opener = () => screen.getByRole('button', { name: 'D. Ito' })

let rerender: ReturnType<typeof render>['rerender']
beforeEach(() => {
  ;({ rerender } = render(page({})))
  opener().focus()
})
afterEach(cleanup)

test('a panel that the browser’s Back closes gives the focus back to what opened it', () => {
  rerender(page({ shown: 'Patrols of D. Ito' }))
  expect(focused()).toBe(screen.getByRole('heading', { name: 'Patrols of D. Ito' }))
  screen.getByRole('button', { name: 'A patrol' }).focus()
  rerender(page({ shown: 'D. Ito, 4L12' }))
  expect(focused()).toBe(screen.getByRole('heading', { name: 'D. Ito, 4L12' }))
  rerender(page({}))
  expect(focused()).toBe(opener())
})

test('if the element that opened a panel is gone, the page takes the focus', () => {
  rerender(page({ shown: 'D. Ito, 4L12' }))
  rerender(page({ hasOpener: false }))
  expect(focused()).toBe(document.getElementById('main'))
})

test('the focus stays where the user has moved it, and the close button gives it back too', () => {
  rerender(page({ shown: 'D. Ito, 4L12' }))
  document.getElementById('main')?.focus()
  rerender(page({}))
  expect(focused()).toBe(document.getElementById('main'))
  opener().focus()
  rerender(page({ shown: 'D. Ito, 4L12' }))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(focused()).toBe(opener())
})
