export const metadata = { title: 'There is no such page', robots: { index: false } };

export default function NotFound() {
  return (
    <>
      <h1>There is no such page</h1>
      <p>
        It may have moved, or its address has a typo. <a href="/search">Search</a> finds what there is.
      </p>
    </>
  );
}
