import { Fragment } from 'react';

/** An email address. Where it is too long for its place it breaks before its @, not before its last letter. */
export function AddressName({ address }: { address: string }) {
  const [who, ...at] = address.split('@');
  return (
    <>
      {who}
      {at.map((host) => (
        <Fragment key={host}>
          <wbr />@{host}
        </Fragment>
      ))}
    </>
  );
}
