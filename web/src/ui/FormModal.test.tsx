// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FormModal } from './FormModal.tsx'

afterEach(cleanup)

const Page = ({ dialog }: { dialog: 'none' | 'loading' | 'fields' }) => (
  <MantineProvider>
    <button type="button">Sign…</button>
    {dialog === 'loading' && (
      <FormModal key="loading" title="Sign" onClose={() => undefined}>
        Loading
      </FormModal>
    )}
    {dialog === 'fields' && (
      <FormModal key="fields" title="Sign" onClose={() => undefined}>
        <input aria-label="Bail" />
      </FormModal>
    )}
  </MantineProvider>
)

test('focus goes back to what opened the dialog, also where its fields replaced another that was loading', async () => {
  const { rerender } = render(<Page dialog="none" />)
  const opener = screen.getByRole('button', { name: 'Sign…' })
  opener.focus()
  rerender(<Page dialog="loading" />)
  const close = await screen.findByRole('button', { name: 'Close' })
  act(() => close.focus())
  rerender(<Page dialog="fields" />)
  const bail = await screen.findByRole('textbox', { name: 'Bail' })
  act(() => bail.focus())
  rerender(<Page dialog="none" />)
  expect(document.activeElement).toBe(opener)
})
