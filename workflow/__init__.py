"""From computation to published result: claims, ledgers, digests of sources, publishing, the closing summary."""
