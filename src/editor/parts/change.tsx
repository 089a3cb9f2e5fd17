import { useState } from 'react'

/** Says a state when it becomes another; what holds from the start is not news. */
export function Change({ text }: { readonly text: string }) {
  const [first] = useState(text)
  const [isNews, setNews] = useState(false)
  if (!isNews && text !== first) setNews(true)
  return <div role="status">{isNews && text}</div>
}
