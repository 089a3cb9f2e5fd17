import { expect, it } from 'vitest'
import { sidebarStateOf } from './sidebar-state.ts'

it('opens the sidebar unless the cookie says otherwise', () => {
  expect(sidebarStateOf('')).toBe(true)
  expect(sidebarStateOf('a=1; sidebar_state=true')).toBe(true)
  expect(sidebarStateOf('a=1; sidebar_state=false; b=2')).toBe(false)
})
