"""What a client does below any request or message: connections, bytes, frames. uvicorn's protocols, with limits."""
